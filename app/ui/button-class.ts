export interface ButtonLook {
  look?: 'primary' | 'secondary' | 'danger' | 'quiet'
  small?: boolean
}

/** Returns the classes shared by buttons and links that look like buttons (`.button` in button.css). */
export function buttonClass({ look = 'secondary', small = false }: ButtonLook, more = ''): string {
  return ['button', look !== 'secondary' && look, small && 'small', more].filter(Boolean).join(' ')
}
