import { useCallback, useLayoutEffect, useReducer, useRef } from "react";

/**
 * Returns a function that runs an action as soon as the changes of state made beside it are drawn,
 * however long a busy browser takes to draw them.
 */
export function useAfterRender(): (action: () => void) => void {
  const waiting = useRef<(() => void)[]>([]);
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  useLayoutEffect(() => {
    for (const action of waiting.current.splice(0)) action();
  });
  return useCallback((action) => {
    waiting.current.push(action);
    render();
  }, []);
}
