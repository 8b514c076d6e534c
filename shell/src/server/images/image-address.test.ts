import { expect, test } from "vitest";
import { toAddresses, toArtworkAddress } from "./image-address.ts";

const key = "content/felt.1a2b3c4d";

test("B229 an address names artwork, a width and a density of the lists", () => {
  expect(toArtworkAddress(`${key}/640@2.webp`)).toEqual({
    kind: "artwork",
    key,
    width: 640,
    density: 2,
    format: "webp",
  });
  expect(toArtworkAddress("card/0123456789abcdef.png")).toEqual({ kind: "card", key: "0123456789abcdef" });
  expect(toArtworkAddress("shell/icon.1a2b3c4d/192.png")).toMatchObject({ kind: "artwork", width: 192, format: "png" });
});

test.each([
  "641@1.webp",
  "640@3.webp",
  "640.webp",
  "0640@1.webp",
  "640@1.png",
  "640@1.avif",
  "1e3@1.webp",
  "9999@1.webp",
  "200.png",
])("B229 the size %s is refused", (file) => {
  expect(toArtworkAddress(`${key}/${file}`)).toEqual({ kind: "refused", key });
});

test.each([
  "",
  "..",
  "../../etc/passwd",
  "content/../felt.1a2b3c4d/640@1.webp",
  "content/felt/640@1.webp",
  `${key}/a/640@1.webp`,
  "card/x.png",
  "constructor",
  "__proto__/x",
])("%s is no address of artwork", (address) => expect(toArtworkAddress(address)).toEqual({ kind: "unknown" }));

test("the addresses of some HTML are found once each, in every density", () => {
  const html = `<img src="/_image/${key}/320@1.webp" srcset="/_image/${key}/320@1.webp 1x, /_image/${key}/320@2.webp 2x">`;
  expect(toAddresses(html + html)).toEqual([`${key}/320@1.webp`, `${key}/320@2.webp`]);
});
