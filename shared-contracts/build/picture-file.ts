/**
 * The file of a release that imported artwork becomes. Servers draw only files with such a name, so characters that it cannot have are replaced: the
 * hash keeps pictures apart.
 * @param source the path of the artwork, such as `src/artwork/felt.svg`
 */
export function toPictureFile(source: string): string {
  const name = source.replace(/^.*\//, "").replace(/\.svg$/, "");
  const plain = name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9_]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return `images/${plain || "picture"}.[contenthash:8].svg`;
}
