/** The certificate's id in the page, by which the badge of another island opens it. */
export const certificateId = "record-certificate";
