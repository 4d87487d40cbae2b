import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";

/** What React DOM asks of a page in which nothing is drawn. */
function emptyPage(): { readonly container: Element; readonly globals: Readonly<Record<string, unknown>> } {
  const nothing = (): undefined => undefined;
  const events = { addEventListener: nothing, removeEventListener: nothing };
  const body = { nodeType: 1, nodeName: "BODY", tagName: "BODY" };
  const page = { ...events, nodeType: 9, body, activeElement: body };
  const frames = { HTMLIFrameElement: function HTMLIFrameElement() {} };
  return {
    // React DOM reads and writes no more of a container without children than this.
    container: {
      ...events,
      nodeType: 1,
      tagName: "DIV",
      namespaceURI: "http://www.w3.org/1999/xhtml",
      ownerDocument: page,
    } as unknown as Element,
    globals: { window: { ...events, ...frames, document: page }, document: page, IS_REACT_ACT_ENVIRONMENT: true },
  };
}

/** Puts values among the globals; the returned function puts back what was there. */
function putGlobals(values: Readonly<Record<string, unknown>>): () => void {
  const before = Object.keys(values).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  };
}

interface Rendered<Value> {
  /** What the hook returned at each rendering. */
  readonly values: readonly Value[];
}

interface HookActions<Props> {
  /** Renders the hook again. */
  readonly render: (props: Props) => Promise<void>;
  /** Runs something, and all renderings and effects that follow from it. */
  readonly act: (run: () => void | Promise<void>) => Promise<void>;
}

/**
 * Runs a hook in a component that draws nothing, with its effects, while `look` looks at it. `globals` stand in for what the hook asks of
 * the browser.
 */
export async function withHook<Props, Value>(
  hook: (props: Props) => Value,
  first: Props,
  look: (rendered: Rendered<Value>, actions: HookActions<Props>) => Promise<void>,
  globals: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { container, globals: ofPage } = emptyPage();
  const restore = putGlobals({ ...ofPage, ...globals });
  const values: Value[] = [];
  const Part = ({ given }: { readonly given: Props }) => {
    values.push(hook(given));
    return null;
  };
  const render = (root: Root, given: Props) => act(async () => root.render(createElement(Part, { given })));
  try {
    const root = createRoot(container);
    await render(root, first);
    await look({ values }, { render: (props) => render(root, props), act: (run) => act(async () => run()) });
    await act(async () => root.unmount());
  } finally {
    restore();
  }
}
