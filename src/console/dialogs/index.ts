export { DialogsPage } from './dialogs-page.tsx';
