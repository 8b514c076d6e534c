/** The entry of navigation with other options for each mount of its islands: what `change` makes of them. `refuse` throws. */
const spoilMounts = (change: string): string => `(() => {
  const { get, init } = site_navigation;
  const refuse = () => { throw new Error("asked to throw"); };
  const spoil = ({ mount, ...rest }) => ({
    ...rest,
    mount: (container, options) => mount(container, { ...options, ${change} }),
  });
  site_navigation = { init, get: async (expose) => { const make = await get(expose); return () => spoil(make()); } };
})();`;

/** In the browser the header throws when it is rendered. On the server nothing is wrong, so every release check finds it good. */
export const throwInRender = spoilMounts("context: new Proxy(options.context, { get: refuse })");

/** In the browser the header throws in its first effect, when it has been hydrated. */
export const throwInEffect = spoilMounts("services: new Proxy(options.services, { get: refuse })");
