import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply } from "fastify";
import { packageNameSchema } from "@site/contracts/names/island-name";
import { shellName } from "@site/contracts/names/package-name";
import * as v from "valibot";
import type { Person } from "../../access/identity-provider.ts";
import {
  admittedPath,
  type AdmittedReleases,
  breakEndPath,
  breakModes,
  breakPath,
} from "../../../layout/tester-facts.ts";
import type { LiveSite } from "../../live/live-site.ts";
import type { ReleaseStore } from "../../releases/release-store.ts";
import { findOverlay, type OverlayFile, overlayPath } from "../../testers/overlay-file.ts";
import type { OverriddenSets } from "../../testers/overridden-sets.ts";
import { breakCookie, type Sessions } from "../../testers/session.ts";
import { isFresh } from "../answers/is-fresh.ts";
import { createEncodingPicker } from "../answers/pick-encoding.ts";
import { sendProblem } from "../answers/problem.ts";
import { goTo, goToSignIn, readReferrer, removal, toSitePath } from "./tester-answers.ts";

export interface OverlayRoutesOptions {
  live: Pick<LiveSite, "state" | "canary">;
  store: ReleaseStore;
  sessions: Sessions;
  sets: OverriddenSets;
  /** Writes an action of a tester into the audit log. */
  note(action: "break" | "mend", person: Person, asked: string): Promise<void>;
}

/** Routes that each document, or each overlay, requests have a limit of their own: 600 requests of one address in a minute. */
export const eachDocument = { config: { rateLimit: { max: 600, timeWindow: "1 minute" } } };

/** Maximum of offered releases of one package. */
const maxOffered = 20;

const breakSchema = v.object({
  remote: v.pipe(packageNameSchema, v.notValue(shellName, "the shell is no remote")),
  how: v.picklist(breakModes),
  to: v.optional(v.string(), "/"),
});

/** Compressed at the first request of a tester: no visitor gets the script. */
const pickOverlayEncoding = createEncodingPicker(["gzip"]);

/** Registers the overlay's script, the routes that it requests, and the forms that break a remote for one tester and mend it. */
export function registerOverlay(testers: FastifyInstance, options: OverlayRoutesOptions): void {
  const { live, store, sessions, sets, note } = options;
  const packed = new WeakMap<Buffer, Promise<Buffer>>();

  /** The overlay of an address: of a set that visitors get, or of the tester's own set. */
  async function find(url: string, cookies: string | undefined): Promise<OverlayFile | undefined> {
    const override = await sessions.readOverride(cookies);
    const served = [live.state(), live.canary()?.state].flatMap((state) => (state ? [state] : []));
    const found = served.map(findOverlay).find((one) => one?.url === url);
    if (found || !override) return found;
    const own = findOverlay(await sets.find(override.versions));
    return own?.url === url ? own : undefined;
  }

  testers.get(`${overlayPath}:file`, eachDocument, async (request, reply) => {
    if (!(await sessions.read(request.headers.cookie))) return refuse(reply);
    const overlay = await find(request.url.split("?")[0] ?? "", request.headers.cookie);
    if (!overlay) return sendProblem(reply, 404, "FILE_UNKNOWN", "There is no such file.");
    const etag = `W/"${overlay.integrity.slice(7, 31)}"`;
    // The browser revalidates its copy each time, because without the session it must not use it.
    reply.header("cache-control", "private, no-cache").header("vary", "Accept-Encoding, Cookie").header("etag", etag);
    if (isFresh(request.headers["if-none-match"], etag)) return reply.code(304).send();
    reply.type("text/javascript; charset=utf-8");
    if (pickOverlayEncoding(request.headers["accept-encoding"]) !== "gzip") return reply.send(overlay.bytes);
    const coming = packed.get(overlay.bytes) ?? promisify(gzip)(overlay.bytes);
    packed.set(overlay.bytes, coming);
    return reply.header("content-encoding", "gzip").send(await coming);
  });

  testers.get(admittedPath, eachDocument, async (request, reply) => {
    if (!(await sessions.read(request.headers.cookie))) return refuse(reply);
    const releases = (await store.releases()).toSorted((one, other) => other.at.getTime() - one.at.getTime());
    const byPackage = Map.groupBy(releases, ({ name }) => name);
    const answer: AdmittedReleases = Object.fromEntries(
      [...byPackage].map(([name, all]) => [
        name,
        all.slice(0, maxOffered).map(({ version, at }) => ({ version, at: at.toISOString() })),
      ]),
    );
    return reply.header("cache-control", "private, no-store").send(answer);
  });

  testers.post(breakPath, async (request, reply) => {
    const signedIn = await sessions.read(request.headers.cookie);
    if (!signedIn) return goToSignIn(reply, readReferrer(request));
    const asked = v.safeParse(breakSchema, request.body);
    if (!asked.success || !Object.hasOwn(live.state()?.set.versions ?? {}, asked.output.remote))
      return sendProblem(
        reply,
        400,
        "BREAK_INVALID",
        `It has to name a remote of the site, and ${breakModes.join(", ")}.`,
      );
    const { remote, how, to } = asked.output;
    await note("break", signedIn.token, `${remote} ${how}`);
    const { cookie } = await sessions.startBreak(signedIn.session, { remote, how });
    return goTo(reply.header("set-cookie", cookie), toSitePath(to));
  });

  testers.post(breakEndPath, async (request, reply) => {
    const broken = await sessions.readBreak(request.headers.cookie);
    const signedIn = broken && (await sessions.read(request.headers.cookie));
    if (signedIn) {
      await sessions.end(broken.id);
      await note("mend", signedIn.token, broken.remote);
    }
    return goTo(reply.header("set-cookie", removal(breakCookie)), readReferrer(request));
  });
}

function refuse(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, 403, "SIGN_IN_NEEDED", "This is for testers who signed in.");
}
