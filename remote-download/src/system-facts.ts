import type { Client, ClientSystem } from "@site/contracts/visitor/client";

/** One requirement: the message ids of its name and of its minimum. */
export interface Requirement {
  term: "system" | "processor" | "memory" | "disk" | "device";
  value: string;
}

/** The minimum requirements of a client. The values are facts, equal in every language (B128-B131). */
export const requirements: Record<ClientSystem, readonly Requirement[]> = {
  windows: [
    { term: "system", value: "Windows 8" },
    { term: "processor", value: "3 GHz" },
    { term: "memory", value: "2 GB RAM" },
    { term: "disk", value: "3 GB" },
  ],
  osx: [{ term: "system", value: "Mac OS X 10.13+" }],
  ios: [{ term: "device", value: "iPhone 6S" }],
  android: [
    { term: "system", value: "Android 6.0+" },
    { term: "memory", value: "2 GB RAM" },
    { term: "disk", value: "500 MB" },
  ],
};

/** The names of the clients' systems, as their makers write them; the page for phones is for two of them. */
export const clientNames: Readonly<Record<Client, string>> = {
  windows: "Windows",
  osx: "Mac",
  ios: "iOS",
  android: "Android",
  mobile: "iOS, Android",
};
