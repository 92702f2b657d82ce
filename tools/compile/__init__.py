"""How the compiled build is made (docs/parts/build.md): a copy of the source is written out for mypyc
(copy, declare, spell), its C is mended (mend), and gcc is told what games do often (profile).
"""
