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
  return { has: (address) => address !== "" && list.check(address, toFamily(address)) };
}

function toFamily(address: string): "ipv4" | "ipv6" {
  return address.includes(":") ? "ipv6" : "ipv4";
}
