/** Where a link to another region's site leads first: the server adds the query and sends the visitor on (B147-B149). */
export const regionPath = "/region/";
