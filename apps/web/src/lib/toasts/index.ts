export { toasts } from "./showToast";
export { ToastArea } from "./ToastArea";
