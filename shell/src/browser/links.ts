/**
 * Sees every plain click on a link to another page of this site before anybody else does. Capturing, so that a router
 * inside an island finds the click taken and makes no move of its own. A link with `data-own-navigation` is left alone.
 */
export function interceptLinks(navigate: (url: string) => void): void {
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      if (!link || !isPlainClick(event) || !isSitePage(link)) return;
      event.preventDefault();
      navigate(link.href);
    },
    { capture: true },
  );
}

function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

function isSitePage(link: HTMLAnchorElement): boolean {
  const url = new URL(link.href);
  const elsewhere = (link.target !== "" && link.target !== "_self") || link.hasAttribute("download");
  const samePage = url.pathname === location.pathname && url.search === location.search;
  return !elsewhere && url.origin === location.origin && !samePage && link.dataset["ownNavigation"] === undefined;
}
