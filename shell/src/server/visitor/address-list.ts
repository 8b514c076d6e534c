import { BlockList } from "node:net";

export interface AddressList {
  /** Whether an address is in the list. An IPv4 address written as IPv6 is the same address. */
  has(address: string): boolean;
}

/** @param ranges IP addresses and CIDR ranges, validated by the caller */
export function createAddressList(ranges: readonly string[]): AddressList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    if (bits === undefined) list.addAddress(address, toFamily(address));
    else list.addSubnet(address, Number(bits), toFamily(address));
  }
  if (ranges.length === 0) return { has: () => false };
  // Caches the last result, because a reverse proxy sends request after request from one address.
  let last = { address: "", isListed: false };
  return {
    has(address) {
      if (address !== last.address) last = { address, isListed: list.check(address, toFamily(address)) };
      return last.isListed;
    },
  };
}

function toFamily(address: string): "ipv4" | "ipv6" {
  return address.includes(":") ? "ipv6" : "ipv4";
}
