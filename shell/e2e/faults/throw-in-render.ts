/** In the browser the header throws when it is rendered. On the server nothing is wrong, so every release check finds it good. */
export const throwInRender = `(() => {
  const { get, init } = site_navigation;
  const refuse = () => { throw new Error("asked to throw"); };
  const spoil = ({ mount, ...rest }) => ({
    ...rest,
    mount: (container, options) => mount(container, { ...options, context: new Proxy(options.context, { get: refuse }) }),
  });
  site_navigation = { init, get: async (expose) => { const make = await get(expose); return () => spoil(make()); } };
})();`;
