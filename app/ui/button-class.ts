export interface ButtonLook {
  look?: 'primary' | 'secondary' | 'danger' | 'quiet'
  small?: boolean
}

<<<<<<< ours
/** The look buttons and button-like links share (`.button` in button.css). */
=======
/** Returns the classes shared by buttons and links that look like buttons (`.button` in tailwind.css). */
>>>>>>> theirs
export function buttonClass({ look = 'secondary', small = false }: ButtonLook, more = ''): string {
  return ['button', look !== 'secondary' && look, small && 'small', more].filter(Boolean).join(' ')
}
