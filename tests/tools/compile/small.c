#include <Python.h>

static PyObject *twice(PyObject *self, PyObject *number)
{
    return PyLong_FromLong(2 * PyLong_AsLong(number));
}

static PyMethodDef methods[] = {{"twice", twice, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static PyModuleDef module = {PyModuleDef_HEAD_INIT, "small__mypyc", NULL, -1, methods};

PyMODINIT_FUNC PyInit_small__mypyc(void)
{
    return PyModule_Create(&module);
}
