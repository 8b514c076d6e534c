import { createToken } from "../access/access-token.ts";
import type { TokenList } from "../access/token-list.ts";

/** Makes a viewer's token that counts for a day. Returns its text. */
export async function addViewer(tokens: Pick<TokenList, "add">): Promise<string> {
  const made = new Date();
  const expires = new Date(made.getTime() + 86_400_000).toISOString();
  const { token, text } = createToken({
    owner: "a test",
    role: "viewer",
    packages: [],
    made: made.toISOString(),
    expires,
  });
  await tokens.add({ kind: "made", token, by: "a test" });
  return text;
}
