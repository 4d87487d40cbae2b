import { QueryClient } from "@tanstack/react-query";
import { NoAnswerError } from "./api/apiError";

/**
 * The one store of server state. Live events keep it fresh, so nothing is refetched for its age alone; a question without
 * an answer is asked three times, a refusal is not asked again.
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
