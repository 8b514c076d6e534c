import { execFileSync } from "node:child_process";

/** Whether this machine lets a test mount something for itself. */
export function canMount(): boolean {
  try {
    execFileSync("sh", ["-c", "unshare -rm true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
