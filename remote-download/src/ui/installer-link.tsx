import { FormattedMessage } from "react-intl";
import type { Platform } from "@site/contracts/visitor";
import { useIslandContext, useServices } from "@site/contracts/react/site-context";
import { toInstallerPath } from "../installer-path.ts";
import { platformNames } from "../system-facts.ts";
import { DownloadIcon } from "./download-icon.tsx";

interface InstallerLinkProps {
  platform: Platform;
  className: string;
  /** The message on it, when it is not the system's name. */
  message?: "download.button.mobile" | "download.status.again";
}

/** An ordinary link to a client (B121); a click on it is told to the rest of the page. */
export function InstallerLink({ platform, className, message }: InstallerLinkProps) {
  const { locale, site } = useIslandContext();
  const services = useServices();
  const url = toInstallerPath(platform, locale.code, site.defaultLocale);
  return (
    <a
      className={className}
      href={url}
      rel="nofollow"
      onClick={() => services().bus.emit("download:started", { platform, url })}
    >
      {className.includes("button") && <DownloadIcon />}
      <FormattedMessage id={message ?? "download.button.for"} values={{ system: platformNames[platform] }} />
    </a>
  );
}
