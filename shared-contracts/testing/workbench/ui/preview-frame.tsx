import type { RefObject } from "react";
import type { Settings } from "../settings.ts";

/** The island's own document. In a sandbox without `allow-scripts` it is what visitors without JavaScript get. */
export function PreviewFrame({
  frame,
  query,
  settings,
}: {
  frame: RefObject<HTMLIFrameElement | null>;
  query: string;
  settings: Settings;
}) {
  const { scripts, width } = settings;
  return (
    <div className="paper">
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- with both permissions a sandbox is none, so there is one only when scripts are off */}
      <iframe
        ref={frame}
        title="Preview"
        src={`/preview?${query}`}
        {...(scripts ? {} : { sandbox: "allow-same-origin allow-forms allow-popups" })}
        style={width > 0 ? { inlineSize: width, flex: "none" } : {}}
      />
    </div>
  );
}
