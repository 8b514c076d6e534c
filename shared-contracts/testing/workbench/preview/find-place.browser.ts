/** The places in the remote's scripts that a stack names, innermost first: `/_release/download/0.0.0-3f2a/page.js:12:3`. */
export const readFrames = (stack = ""): string[] => stack.match(/\/_release\/[^\s()]+:\d+:\d+/g) ?? [];

/** The line of the source, which the workbench's server reads from the source maps; empty when no frame is the remote's. */
export async function findPlace(frames: readonly string[]): Promise<string> {
  if (frames.length === 0) return "";
  const query = new URLSearchParams(frames.map((frame) => ["at", frame]));
  const response = await fetch(`/_workbench/place?${query.toString()}`);
  return response.ok ? response.text() : "";
}
