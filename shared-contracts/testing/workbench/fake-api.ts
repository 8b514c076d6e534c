import type { DownloadUrl } from "../../src/documents/download-link.ts";
import { endpoints } from "../../src/api/endpoints.ts";
import { fakeData } from "../fake-site.ts";

const downloadUrl: DownloadUrl = { links: [{ type: 6, url: "https://downloads.example/app" }] };

const answers: Record<string, unknown> = {
  [endpoints.navigations.path]: fakeData.navigations,
  [endpoints.utilNavigations.path]: fakeData["util-navigations"],
  [endpoints.brandAmbassador.path]: fakeData["brand-ambassador"],
  [endpoints.downloadUrl.path]: downloadUrl,
};

/** What the site's own API answers in the workbench, or undefined for an address it does not have. */
export function answerFakeApi(path: string): string | undefined {
  return Object.hasOwn(answers, path) ? JSON.stringify(answers[path]) : undefined;
}
