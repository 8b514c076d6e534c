import decode from "qr/decode.js";
import sharp from "sharp";

/** Reads the QR code in a picture, with another library than the one that drew it. For tests. */
export async function readQrCode(picture: Buffer, width: number): Promise<string> {
  const { data, info } = await sharp(picture, { density: 300 })
    .resize({ width, kernel: "nearest" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decode({ width: info.width, height: info.height, data });
}
