import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Home } from './Home.tsx';
import './site.css';

const root = document.getElementById('site');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Home />
    </StrictMode>,
  );
}
