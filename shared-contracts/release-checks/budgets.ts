/**
 * Every limit on bytes and counts that a release, a page or a visit is held to, in one place: the release checks, the
 * contract suites, the benchmark and the end-to-end tests read it here. Bytes are those of brotli unless said otherwise.
 */
export const budgets = {
  /** Of a package's entry: the federation entry of a remote. Source: performance goals, "a remote's own entry". */
  entry: 20 * 1024,
  /** Of all scripts of one island without the entry. Source: performance goals, "one island's chunks". */
  island: 20 * 1024,
  /** Of the shell's core. Source: performance goals, JavaScript of an untouched page. */
  core: 20 * 1024,
  /** Of the plain script of a head fragment. Source: the design's rule for consent and analytics, at most 3 KB. */
  head: 3 * 1024,
  /** Of the shell's code that measures a document, which is fetched when the page is idle. Source: a sixth of what a page left untouched fetches. */
  measure: 3 * 1024,
  /** Of core and head script together, on a page left untouched for 10 s. Source: core and head above. */
  untouchedScripts: 23 * 1024,
  /** Of the HTML of home, and of any other page. Source: performance goals, "home HTML". */
  homeHtml: 24 * 1024,
  html: 24 * 1024,
  /** Of the HTML up to the end of the first viewport: what the first congestion window of TCP carries, 10 packets. */
  firstViewport: 14_336,
  /** Of the inline boot script, not compressed, and compressed. Source: the design, "at most 1 KB" compressed. */
  bootRaw: 1536,
  boot: 1024,
  /**
   * Of the inline script behind the page, not compressed. Source: its size with how a client shows the page (B210-B214), which it keeps before the
   * core has come, and with the preloads of what the core asks for first (B186). {@link budgets.homeHtml} holds with it.
   */
  pageEndRaw: 1510,
  /** Of the web font, which is not on the critical path. Source: its size with the glyphs of both languages. */
  font: 56 * 1024,
  /** Of scripts fetched before the load event. Source: performance goals, 0. */
  scriptsAtLoad: 0,
  /** Of all scripts of home with every island hydrated. Source: the first goal of 150 KB; the present goal is 125. */
  homeScriptsLive: 150 * 1024,
  /**
   * Of the HTML of one slot, not compressed, in UTF-8. Source: a page of {@link budgets.html} is about 100 KB before
   * compression, and no slot is more than its page; a render process sends it whole to its parent.
   */
  slotHtml: 128 * 1024,
  /** Requests of home before interaction beyond those of its floor, and how many of them wait for one another. */
  requestsOverFloor: 3,
  requestDepth: 2,
  /** Points that Lighthouse's scores may miss, clicks that may be lost, and requests that may fail. Source: goals, 0. */
  lighthouseMissing: 0,
  lostClicks: 0,
  failedRequests: 0,
} as const;
