/** The certificate's id in the page, by which the badge, which stands in another island, opens it. */
export const certificateId = "record-certificate";
