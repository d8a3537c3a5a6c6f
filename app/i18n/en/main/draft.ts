const draft = {
  title: 'Kept form',
}

export default draft
