export { LoginPage } from "./LoginPage";
