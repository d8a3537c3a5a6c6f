const model = {
  title: 'Controller models',
}

export default model
