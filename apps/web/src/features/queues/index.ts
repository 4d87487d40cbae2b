export { QueuesPage } from "./QueuesPage";
