import * as wire from "@site/contracts/wire/wire-schema";
import { automatedName, type CreateChatDriver } from "../chat-driver.ts";
import { during } from "./during.ts";
import { readCoveredPixels } from "./read-covered-pixels.browser.ts";
import { createVendorStart } from "./vendor-start.browser.ts";

const callable = <T>(): wire.Shape<T> => wire.custom((input) => typeof input === "function");

/** The used parts of the older generation's script. */
const serviceSchema = wire.object({
  settings: wire.custom<Record<string, unknown>>(wire.isRecord),
  addEventHandler: callable<(name: string, handler: (data: unknown) => void) => void>(),
  init: callable<
    (
      coreUrl: string,
      communityUrl: string,
      gslbUrl: string | null,
      orgId: string,
      deployment: string,
      options: Record<string, string | boolean>,
    ) => void
  >(),
  bootstrapEmbeddedService: callable<() => Promise<unknown>>(),
  liveAgentAPI: wire.object({ clearSession: callable<() => Promise<unknown>>() }),
});

const messageSchema = wire.object({ name: wire.string(), text: wire.string() });

/** The element in which the script shows its window, and its minimize button. */
const windowSelector = ".embeddedServiceSidebar";
const minimizeSelector = `${windowSelector} .minimizeButton`;

/** The older generation (Embedded Service, Live Agent): `embedded_svc`, and handlers that are added before `init`. */
export const createEmbeddedDriver: CreateChatDriver = (settings, tell) => {
  const start = createVendorStart({ scriptUrl: settings.scriptUrl, initialise, tell });

  function initialise(): void {
    const service = getService();
    Object.assign(service.settings, {
      displayHelpButton: false,
      language: settings.language,
      enabledFeatures: ["LiveAgent"],
      entryFeature: "LiveAgent",
      extraPrechatFormDetails: [{ label: "Domain Type", value: settings.domainType, displayToAgent: true }],
    });
    service.addEventHandler("onSettingsCallCompleted", start.succeed);
    service.addEventHandler("onConnectionError", (data) => {
      const problem = `the vendor reported an error: ${JSON.stringify(data) ?? "no details"}`;
      start.fail(problem);
      tell({ type: "init-failed", problem });
    });
    service.addEventHandler("afterMaximize", () => tell({ type: "window-maximized" }));
    service.addEventHandler("afterMinimize", () => tell({ type: "window-minimized" }));
    service.addEventHandler("afterDestroy", () => tell({ type: "ended" }));
    service.addEventHandler("onAgentMessage", (data) => {
      // This handler is not called for the visitor's own messages.
      if (messageSchema.is(data)) tell({ type: "said", text: data.text, isAutomated: data.name === automatedName });
    });
    const { configurationNames: names } = settings;
    service.init(settings.siteUrl, settings.communityEndpoint, null, settings.orgId, names.deployment, {
      baseLiveAgentContentURL: new URL("content", settings.scrt2Url).href,
      baseLiveAgentURL: new URL("chat", settings.scrt2Url).href,
      deploymentId: names.liveAgentDeployment ?? "",
      buttonId: settings.buttonId,
      eswLiveAgentDevName: names.liveAgent ?? "",
      isOfflineSupportEnabled: false,
    });
  }

  return {
    prepare: start.prepare,
    async launch(attempt) {
      await during(attempt, getService().bootstrapEmbeddedService());
    },
    async minimize() {
      // This generation's API cannot minimize, but its window is in the page: press its button.
      const button = document.querySelector<HTMLElement>(minimizeSelector);
      if (button) return button.click();
      document.querySelector<HTMLElement>(windowSelector)?.style.setProperty("display", "none", "important");
      tell({ type: "window-minimized" });
    },
    reveal() {
      document.querySelector<HTMLElement>(windowSelector)?.style.removeProperty("display");
    },
    readCoveredPixels: () => readCoveredPixels(windowSelector),
    async clearSession() {
      await getService().liveAgentAPI.clearSession();
    },
  };
};

function getService(): wire.InferOutput<typeof serviceSchema> {
  const service: unknown = Reflect.get(window, "embedded_svc");
  if (!serviceSchema.is(service)) throw new Error("the vendor's script offers no embedded_svc");
  return service;
}
