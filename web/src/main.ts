import '@lichess-org/chessground/assets/chessground.base.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/board.css';
import './styles/pieces/classic.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { applySettings } from './state/settings.svelte.ts';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
applySettings();
mount(App, { target });
