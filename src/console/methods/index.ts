export { MethodPage } from './method-page.tsx';
export { MethodsPage } from './methods-page.tsx';
