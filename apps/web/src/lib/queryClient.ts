import { QueryClient } from "@tanstack/react-query";
import { NoAnswerError } from "./api/apiError";

/**
 * The cache of all server data: live events update it, so data is not refetched because of its age. A
 * request without an answer is tried three times, a refused one is not repeated.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => error instanceof NoAnswerError && failures < 3,
    },
    mutations: { retry: false },
  },
});
