import type { Request, RequestHandler, Response } from "express";
import { isError } from "@balcao/platform/errors";

/** Runs one middleware; rejects with the error that it passes to `next`. */
export function runMiddleware(middleware: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void middleware(request, response, (error: unknown) => {
      if (error === undefined || error === null) resolve();
      else reject(isError(error) ? error : new Error("a middleware failed", { cause: error }));
    });
  });
}
