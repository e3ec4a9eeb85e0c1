import './kit/tokens.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { cache } from './api/cache.ts';
import { watchConnection } from './api/connection.ts';
import { keepFieldInSight } from './kit/in-sight.ts';
import { watchTheme } from './kit/theme.ts';
import { allowEmptying } from './kit/trusted.ts';
import { router } from './routes.tsx';
import { loadTexts, locale } from './text/text.ts';

// A page of an earlier build asks for files that are gone: it begins anew, once.
addEventListener('vite:preloadError', (event) => {
  if (sessionStorage.getItem('parley.reloaded') === location.href) return;
  event.preventDefault();
  sessionStorage.setItem('parley.reloaded', location.href);
  location.reload();
});

allowEmptying();
watchTheme();
keepFieldInSight();
await loadTexts();
watchConnection();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <I18nProvider locale={locale}>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
