export { Marked } from "./Marked";
export { cutAtMatch } from "./marks";
