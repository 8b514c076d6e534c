/**
 * How much a remote may answer, in one place: render processes, the server, the release checks and the contract suites read it
 * here. What is beyond a limit is a failure of the remote that answered it. Budgets, which a release check holds a release to and which are
 * smaller, stand in `budgets.ts`.
 */
export const answerLimits = {
  /** Bytes of the HTML of one slot, in UTF-8. Source: twice the budget of a slot, so that an admitted release has room for larger data. */
  slotHtmlBytes: 256 * 1024,
  /** Bytes of the HTML of all slots of a page. Source: the largest page has 95 KB; this is what a page with twice its budget would have. */
  pageHtmlBytes: 256 * 1024,
  /** Places for other islands in the HTML of one slot, and slots of a page. Source: 2 and 12 today. */
  slotPlaces: 32,
  pageSlots: 64,
  /** Slots inside of slots. Source: 2 today; deeper is a mistake, such as two islands that contain each other. */
  slotDepth: 4,
  /** Elements inside of one another in a slot. Source: 16 today; browsers flatten a document below 512, and slots nest {@link slotDepth} deep. */
  elementDepth: 64,
  /** Elements of a slot. Source: 681 today. */
  elements: 4000,
  /** Characters of a page's title, heading and description. Source: 32, 26 and 141 today; search engines show about 60 and 160. */
  title: 200,
  heading: 200,
  description: 500,
  /** Characters of the code of a language. Source: the longest that RFC 5646 recommends to support. */
  localeCode: 35,
  /** Characters of the text of an error, as logs and refusals show it. */
  problem: 2000,
  /** Islands that a release describes, languages of its messages, messages of a language, and characters of a name. Source: 10, 2, 60 and 41 today. */
  islands: 64,
  locales: 64,
  messages: 5000,
  name: 200,
  /** Bytes of a style sheet. Source: 14 KB today. */
  styleBytes: 64 * 1024,
  /** Bytes of the style sheets of all slots of a page, each counted once. Source: 36 KB on the home page today; room for two at their limit. */
  pageStyleBytes: 128 * 1024,
  /** Bytes of a picture's SVG. Source: 27 KB today. */
  svgBytes: 256 * 1024,
  /** Pixels of a picture's natural width or height. Source: the largest picture is drawn at 1,280 CSS pixels, twice as dense. */
  svgSide: 4096,
  /** Elements that are drawn for a picture, each as often as it is referred to. Source: 264 elements today, most with a gradient of three. */
  svgDrawn: 10_000,
  /** Pixels of a picture as it is drawn. Source: a little above 1280 by 1280 CSS pixels at density 2. */
  drawnPixels: 2600 * 2600,
} as const;
