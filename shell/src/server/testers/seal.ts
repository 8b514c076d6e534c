import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SiteError, toProblem } from "@site/contracts/errors";
import * as v from "valibot";
import { isDiskError } from "../disk/disk.ts";

/** Seals values in cookies, so that a browser can store them and can neither change nor make them. Their owner can read them. */
export interface Seal {
  close(value: object): Promise<string>;
  /** The value of a text that {@link close} made; undefined for another text, and for a value of another shape. */
  open<T>(schema: v.GenericSchema<unknown, T>, text: string): Promise<T | undefined>;
}

/** Longer texts are not from a seal: a cookie may be 4,096 bytes long. */
const maxTextLength = 4000;

/**
 * Opens the seal of a folder that all servers of a site share. Its key is made at the first use, and only this user can read it.
 * @throws SiteError `STORE_NOT_WRITABLE` at the first use when the key can be neither read nor made
 */
export function openSeal(folder: string): Seal {
  const file = join(folder, "session-key");
  let key: Promise<Buffer> | undefined;

  /** The key is made at most once, also when two servers make it at the same moment: the server whose file gets the name first wins. */
  async function makeKey(): Promise<void> {
    const staged = `${file}.${randomBytes(6).toString("hex")}.new`;
    await mkdir(folder, { recursive: true });
    await writeFile(staged, randomBytes(32), { mode: 0o600, flag: "wx" });
    await link(staged, file)
      .catch((error: unknown) => {
        if (!isDiskError(error, "EEXIST")) throw error;
      })
      .finally(() => rm(staged, { force: true }));
  }

  async function readKey(): Promise<Buffer> {
    try {
      const bytes = await readFile(file).catch(async (error: unknown) => {
        if (!isDiskError(error, "ENOENT")) throw error;
        await makeKey();
        return readFile(file);
      });
      if (bytes.length !== 32) throw new Error(`${file} is not a key: remove it, and all sessions end`);
      return bytes;
    } catch (error) {
      key = undefined;
      throw new SiteError("STORE_NOT_WRITABLE", { path: folder, problem: toProblem(error) }, { cause: error });
    }
  }

  async function toMac(text: string): Promise<Buffer> {
    key ??= readKey();
    return createHmac("sha256", await key)
      .update(text)
      .digest();
  }

  return {
    async close(value) {
      const text = Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${text}.${(await toMac(text)).toString("base64url")}`;
    },
    async open(schema, sealed) {
      const [, text, given] = (sealed.length <= maxTextLength && /^([\w-]+)\.([\w-]{43})$/.exec(sealed)) || [];
      if (text === undefined || given === undefined) return undefined;
      if (!timingSafeEqual(Buffer.from(given, "base64url"), await toMac(text))) return undefined;
      const parsed = v.safeParse(schema, JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
      return parsed.success ? parsed.output : undefined;
    },
  };
}
