import type { ThemeOptions } from '@mui/material/styles';
import { below, widths } from './widths.ts';

type Mode = 'light' | 'dark';

/** What MUI's own controls say; `say` gives the words of the page's language. */
type Say = (key: 'clear' | 'close' | 'open' | 'loading' | 'none') => string;

/** Both MUI themes, read from tokens.css so that colours are written once. Call after the stylesheet has loaded. */
export function buildThemes(say: Say): Record<Mode, ThemeOptions> {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string, mode: Mode) => pickMode(style.getPropertyValue(`--${name}`), mode);
  return { light: buildTheme('light', token, say), dark: buildTheme('dark', token, say) };
}

/** One mode's value of a token: 'light-dark(#fff, #000)' → '#fff' or '#000'; a plain value applies to both. */
export function pickMode(value: string, mode: Mode): string {
  const pair = /^light-dark\(\s*(.+?)\s*,\s*(#\w+|rgb\(.+\))\s*\)$/.exec(value.trim());
  return pair ? ((mode === 'light' ? pair[1] : pair[2]) ?? '') : value.trim();
}

function buildTheme(mode: Mode, token: (name: string, mode: Mode) => string, say: Say): ThemeOptions {
  const color = (name: string) => token(name, mode);
  const size = Number.parseFloat(token('size', mode));
  return {
    palette: {
      mode,
      primary: { main: color('accent'), contrastText: color('accent-ink') },
      secondary: { main: color('violet') },
      error: { main: color('danger') },
      warning: { main: color('warning') },
      success: { main: color('success') },
      info: { main: color('info') },
      background: { default: color('ground'), paper: color('raised') },
      text: { primary: color('ink'), secondary: color('ink-soft') },
      divider: color('line'),
      // A button stays legible: MUI's own 0.3 takes the dark mode's button below 4.5 to 1 while the pointer is on it.
      tonalOffset: { light: 0.2, dark: 0.15 },
    },
    breakpoints: { values: { xs: 0, sm: widths.phone, md: widths.wide, lg: widths.broad, xl: 1536 } },
    shape: { borderRadius: Number.parseFloat(token('radius', mode)) },
    typography: {
      fontFamily: 'var(--font)',
      fontSize: size,
      // base.css sets the root to --size, so a rem is that
      htmlFontSize: size,
      body1: { fontSize: size, lineHeight: 1.6 },
      body2: { fontSize: 'var(--size-text)', lineHeight: 1.6 },
      button: { textTransform: 'none', letterSpacing: 0, fontWeight: 500 },
      h6: { fontSize: 'var(--size-title)', fontWeight: 600, letterSpacing: 0 },
      overline: { textTransform: 'none', letterSpacing: 0 },
    },
    components: {
      MuiButton: { defaultProps: { size: 'small', disableElevation: true } },
      MuiIconButton: { defaultProps: { size: 'small' } },
      MuiTextField: { defaultProps: { size: 'small', variant: 'outlined' } },
      MuiFormControl: { defaultProps: { size: 'small', margin: 'none' } },
      MuiSelect: { defaultProps: { size: 'small' } },
      MuiAutocomplete: {
        defaultProps: {
          size: 'small',
          clearText: say('clear'),
          closeText: say('close'),
          openText: say('open'),
          loadingText: say('loading'),
          noOptionsText: say('none'),
        },
      },
      MuiCheckbox: { defaultProps: { size: 'small' } },
      // On a phone a button goes below its sentence where both do not fit.
      MuiAlert: {
        styleOverrides: {
          root: { [`@media ${below('phone')}`]: { flexWrap: 'wrap' } },
          message: { flex: '1 1 200px', minWidth: 0 },
          action: { marginInlineStart: 'auto' },
        },
      },
      MuiTooltip: { defaultProps: { enterDelay: 500, arrow: false }, styleOverrides: { tooltip: { fontSize: 'var(--size-text)', maxWidth: 420 } } },
      MuiButtonBase: { styleOverrides: { root: { '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 1 } } } },
      // Its own is white on light grey: a person's first letter, where there is no picture, could hardly be read.
      MuiAvatar: { styleOverrides: { colorDefault: { color: 'var(--ink-soft)', backgroundColor: 'var(--sunken)' } } },
      MuiMenuItem: { defaultProps: { dense: true } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      // MUI itself hides from a screen reader what a dialog covers. `aria-modal` would hide the notices as well: Safari, and all browsers of a Mac, then
      // announce nothing outside of the dialog.
      MuiDialog: { defaultProps: { maxWidth: 'sm', fullWidth: true, 'aria-modal': false } },
      MuiDrawer: { defaultProps: { slotProps: { paper: { 'aria-modal': false } } } },
      // At the first tab there is nothing to scroll back to: the row begins where the page's text does.
      MuiTabs: { styleOverrides: { root: { '& .MuiTabs-scrollButtons.Mui-disabled': { width: 0 } } } },
      MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: 'var(--line-strong)' } } },
    },
  };
}
