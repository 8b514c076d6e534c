/** What holds every menu of the header: the full-screen menu below a desk. */
export const menu = "header div[popover]:has(> nav)";

/** The full-screen menu while it is open. */
export const openMenu = `${menu}:popover-open`;
