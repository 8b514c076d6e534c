import { FormattedMessage } from "react-intl";
import type { Client } from "@site/contracts/visitor/client";
import { useIslandContext, useServices } from "@site/contracts/react/site-context";
import { toInstallerPath } from "../installer-path.ts";
import { clientNames } from "../system-facts.ts";
import iconStyles from "./download-icon.module.css";

/** An ordinary link to a client (B121). A click emits an event; a click before hydration is replayed. */
export function InstallerLink({ client, className }: { client: Client; className: string }) {
  const { locale, site } = useIslandContext();
  const services = useServices();
  const url = toInstallerPath(client, locale.code, site.defaultLocale);
  return (
    <a
      className={className.includes("button") ? `${className} ${iconStyles.icon}` : className}
      href={url}
      rel="nofollow"
      data-replay=""
      onClick={() => services().bus.emit("download:started", { platform: client, url })}
    >
      <FormattedMessage
        id={client === "mobile" ? "download.button.mobile" : "download.button.for"}
        values={{ system: clientNames[client] }}
      />
    </a>
  );
}
