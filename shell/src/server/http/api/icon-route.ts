import type { FastifyInstance } from "fastify";
import { iconBasePath, iconLifeMs, maxAskedIcons } from "../../../icons/icon.ts";
import { sendProblem } from "../answers/problem.ts";
import type { IconService } from "../../icons/icon-service.ts";

const nameList = /^[a-z0-9-]{1,64}(?:,[a-z0-9-]{1,64})*$/;

/** Answers icons by name (B226). A response with all requested icons may be cached for 168 hours (B228); one that lacks an icon is not cached. */
export function registerIcons(app: FastifyInstance, icons: IconService): void {
  app.get<{ Params: { file: string }; Querystring: { icons?: unknown } }>(
    `${iconBasePath}:file`,
    async (request, reply) => {
      const collection = /^([a-z0-9-]{1,32})\.json$/.exec(request.params.file)?.[1];
      if (collection === undefined)
        return sendProblem(reply, 404, "ICONS_UNKNOWN", "There is no icon collection at this address.");
      const { icons: asked } = request.query;
      const names = typeof asked === "string" && nameList.test(asked) ? asked.split(",") : [];
      if (names.length === 0 || names.length > maxAskedIcons) {
        return sendProblem(
          reply,
          400,
          "QUERY_INVALID",
          `icons: expected one to ${maxAskedIcons} names, parted by commas`,
        );
      }
      const answer = await icons.find(collection, names);
      return reply
        .header("cache-control", answer.not_found ? "no-store" : `public, max-age=${iconLifeMs / 1000}`)
        .send(answer);
    },
  );
}
