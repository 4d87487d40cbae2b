import { CONTACT_PAGE } from "@balcao/contracts/protocols";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "../api";

/** The protocols of a contact whose tickets the person may open, newest first, page by page. */
export const contactProtocolsQuery = (contactId: number) =>
  infiniteQueryOptions({
    queryKey: ["contactProtocols", contactId],
    queryFn: ({ pageParam, signal }) =>
      call("protocols", "ofContact", { params: { contactId }, query: { pageNumber: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, pageNumber) => (page.length === CONTACT_PAGE ? pageNumber + 1 : undefined),
    meta: { live: true },
  });
