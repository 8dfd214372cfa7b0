# SPDX-License-Identifier: BSD-3-Clause
#
# The C++ of a model, in its folder build/*/MODEL: Verilator's rules (Vtop.mk), but with two units,
# one optimised and one not, of all generated files: each unit reads a second of headers.
#
#     make -f ../../../sim/model.mk model.a            the model, with Verilator's library
#     make -f ../../../sim/model.mk NAME=NAME bench    build/sim/NAME, a bench of the model

.PHONY: bench
include Vtop.mk

hw := ../../..
compile := $(OBJCACHE) $(CXX) $(CXXFLAGS) $(CPPFLAGS) -std=c++17 -Wall -I$(hw)/sim -I$(hw)/rtl -I$(hw)/..

fast.cpp: $(addsuffix .cpp,$(VM_CLASSES_FAST) $(VM_SUPPORT_FAST))
slow.cpp: $(addsuffix .cpp,$(VM_CLASSES_SLOW) $(VM_SUPPORT_SLOW))
fast.cpp slow.cpp:
	for f in $^; do echo "#include \"$$f\""; done >$@
fast.o: fast.cpp
	$(compile) $(OPT_FAST) -c -o $@ $<
slow.o: slow.cpp
	$(compile) $(OPT_SLOW) -c -o $@ $<
model.a: fast.o slow.o $(VK_GLOBAL_OBJS)
	rm -f $@ && $(AR) rcs $@ $^

# The list of headers is for the Makefile of hw/: its paths begin there, without those of the model.
bench: model.a
	$(compile) -MP -MF $(NAME).headers -MT build/sim/$(NAME) $(OPT_FAST) -c -o $(NAME).o \
		$(hw)/sim/$(firstword $(subst -, ,$(NAME))).cpp
	$(LINK) $(LDFLAGS) -o $(hw)/build/sim/$(NAME) $(NAME).o $(REFERENCE) model.a $(LOADLIBES) $(LDLIBS) $(LIBS)
	sed -E 's,(^| )\.\./\.\./\.\./,\1,g; s,(^| )Vtop\w*\.h:?,,g' $(NAME).headers >$(NAME).made
	mv $(NAME).made $(hw)/build/made-of/$(NAME).d
