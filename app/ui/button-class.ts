export interface ButtonLook {
  look?: 'primary' | 'secondary' | 'danger' | 'quiet'
  small?: boolean
}

/** The look buttons and button-like links share (`.button` in button.css). */
export function buttonClass({ look = 'secondary', small = false }: ButtonLook, more = ''): string {
  return ['button', look !== 'secondary' && look, small && 'small', more].filter(Boolean).join(' ')
}
