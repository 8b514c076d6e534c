import type { EventBus } from "@site/contracts/events/event-bus";
import { toProblem } from "@site/contracts/errors";
import modalSheet from "../../ui/modal-card.module.css?sheet";
import { ModalList } from "../../ui/modal-card.tsx";
import toastSheet from "../../ui/toast-list.module.css?sheet";
import { ToastList } from "../../ui/toast-list.tsx";
import { createDrawnModals } from "../modal/drawn-modals.ts";
import type { Modals } from "../modal/modals.ts";
import { createToastHost } from "../toast/toast-host.ts";
import { createToasts } from "../toast/toasts.ts";
import { readMessages } from "../words/read-messages.ts";
import type { Fulfil } from "./overlay-requests.ts";

export interface DrawOverlaysOptions {
  bus: EventBus;
  locale: { code: string; languageTag: string };
  modals(): Promise<Modals>;
}

/** Draws toasts and modals in React roots of their own, which outlive a failed remote, and answers the functions for each request. */
export async function drawOverlays({ bus, locale, modals: loadModals }: DrawOverlaysOptions): Promise<Fulfil> {
  // The same chunks that the islands of the page use: each is fetched once.
  const [{ reactDomClient }, { createIntl }, messages, modals] = await Promise.all([
    import(/* webpackChunkName: "react" */ "@site/contracts/react/shared/react"),
    import(/* webpackChunkName: "intl" */ "@site/contracts/react/shared/react-intl"),
    readMessages(locale.code),
    loadModals(),
  ]);
  const intl = createIntl({ locale: locale.languageTag, messages });
  const say = (id: string, values?: Record<string, number>): string => intl.formatMessage({ id }, values);
  for (const css of [toastSheet, modalSheet]) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css.toString());
    document.adoptedStyleSheets.push(sheet);
  }

  const toasts = createToasts({
    clock: {
      now: () => Date.now(),
      after(milliseconds, callback) {
        const timer = setTimeout(callback, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    onClosed: (id, reason) => bus.emit("toast:closed", { id, reason }),
    onError: reportError,
  });
  const drawn = createDrawnModals(modals);
  bus.on("route:changed", drawn.leavePage);
  const host = createToastHost(modals, toastSheet.locals["host"] ?? "", say("shell.toast.region"));
  reactDomClient.createRoot(host, { identifierPrefix: "toasts-" }).render(
    <ToastList
      toasts={toasts}
      labels={{
        close: say("shell.toast.close"),
        clear: say("shell.toast.clear"),
        more: (count) => say("shell.toast.more", { count }),
      }}
    />,
  );
  const modalRoot = document.createElement("div");
  document.body.append(modalRoot);
  reactDomClient
    .createRoot(modalRoot, { identifierPrefix: "modals-" })
    .render(<ModalList drawn={drawn} modals={modals} closeLabel={say("shell.modal.close")} />);

  // Literal names: from these calls the build reads which events the shell's release sends.
  const refuseToast = (problem: string): void => bus.emit("toast:refused", { problem });
  const refuseModal = (problem: string): void => bus.emit("modal:refused", { problem });
  return {
    "toast:requested": orRefuse(refuseToast, toasts.add),
    "toast:updated": orRefuse(refuseToast, toasts.update),
    "toast:removed": orRefuse(refuseToast, toasts.remove),
    "toast:cleared": orRefuse(refuseToast, toasts.clear),
    "modal:requested": orRefuse(refuseModal, drawn.request),
    "modal:close-requested": orRefuse(refuseModal, drawn.close),
  };
}

/** Refuses a request that cannot be fulfilled, and logs the error. */
function orRefuse(refuse: (problem: string) => void, fulfil: (detail: object) => void): (detail: object) => void {
  return (detail) => {
    try {
      fulfil(detail);
    } catch (error) {
      console.error(error);
      refuse(toProblem(error));
    }
  };
}
