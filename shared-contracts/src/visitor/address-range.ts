import * as v from "valibot";

const ipv4 = v.pipe(v.string(), v.ipv4());
const ipv6 = v.pipe(v.string(), v.ipv6());

/** True for an internet address, or a range of them as CIDR writes it: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
export function isAddressRange(value: string): boolean {
  const [address = "", bits, ...rest] = value.split("/");
  const most = v.is(ipv4, address) ? 32 : v.is(ipv6, address) ? 128 : -1;
  if (most < 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}
