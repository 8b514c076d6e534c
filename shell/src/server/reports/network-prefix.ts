import { isIPv4, isIPv6 } from "node:net";

/**
 * The network that an address belongs to, as providers give them to one customer: 24 bits of IPv4, 48 of IPv6. An IPv4 address that is
 * written as IPv6 is the same address.
 * @returns such as `203.0.113.0/24` or `2001:db8:7::/48`; undefined for what is no address
 */
export function toNetworkPrefix(written: string): string | undefined {
  const address = written.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf("."))}.0/24`;
  if (!isIPv6(address)) return undefined;
  return `${toGroups(address).slice(0, 3).join(":")}::/48`;
}

/** The eight groups of an IPv6 address, each as short as it can be. The last two may be one that is written as IPv4. */
function toGroups(address: string): string[] {
  const [head = "", tail] = address.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const groups =
    tail === undefined ? [...head] : [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail];
  return groups.map((group) => (group.includes(".") ? group : Number.parseInt(group, 16).toString(16)));
}
