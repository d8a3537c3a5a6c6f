const edit = {
  title: 'Edit',
}

export default edit
