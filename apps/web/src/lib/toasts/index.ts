export { toasts } from "./toasts";
export { ToastHost } from "./ToastHost";
